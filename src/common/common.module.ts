import { Global, Module } from '@nestjs/common';
import { DrainService } from './http/drain.service';

/** What every feature may inject. */
@Global()
@Module({ providers: [DrainService], exports: [DrainService] })
export class CommonModule {}
