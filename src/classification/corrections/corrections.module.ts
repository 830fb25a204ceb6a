import { Module } from '@nestjs/common';
import { CorrectionsRepository } from './corrections.repository';

@Module({ providers: [CorrectionsRepository], exports: [CorrectionsRepository] })
export class CorrectionsModule {}
