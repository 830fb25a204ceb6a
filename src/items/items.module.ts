import { Module } from '@nestjs/common';
import { ItemsController } from './items.controller';
import { ItemsRepository } from './items.repository';

@Module({ controllers: [ItemsController], providers: [ItemsRepository] })
export class ItemsModule {}
