import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module';
import { BROKER_CONTROLLERS } from '../context-broker/context-broker.module';
import { declareAccess } from './declare-access';
import { ReporterPrivacyGuard } from './reporter-privacy.guard';

declareAccess(BROKER_CONTROLLERS);

/** Who may ask the embedded broker for what. Its guard needs to know the caller, so it stands behind those of AuthModule. */
@Module({
  imports: [AuthModule],
  providers: [{ provide: APP_GUARD, useClass: ReporterPrivacyGuard }],
})
export class BrokerAccessModule {}
