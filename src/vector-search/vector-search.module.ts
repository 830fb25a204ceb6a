import { Module } from '@nestjs/common';
import { KnowledgeService } from './knowledge.service';
import { VectorSearchService } from './vector-search.service';

@Module({
  providers: [KnowledgeService, VectorSearchService],
  exports: [KnowledgeService, VectorSearchService],
})
export class VectorSearchModule {}
