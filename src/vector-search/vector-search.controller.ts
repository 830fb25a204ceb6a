import { Body, Controller, HttpCode, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Roles } from '../auth/access';
import { ApiErrors } from '../common/errors/api-errors.decorator';
import { ErrorEnvelopeDto } from '../common/errors/error-envelope.dto';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { SearchAnswerDto } from './dto/search-answer.dto';
import { SearchRequestDto } from './dto/search-request.dto';
import { VectorSearchService } from './vector-search.service';

@ApiTags('Search')
@Controller('ai/search')
export class VectorSearchController {
  constructor(private readonly vectorSearch: VectorSearchService) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @Roles('city_official', 'admin')
  @ApiOperation({
    operationId: 'search',
    summary: 'Find reports and documents by meaning and by words',
    description:
      'Needs an embeddings server: `EMBEDDINGS_BASE_URL` or `EMBEDDINGS_API_KEY`. A report that has just been changed is found some seconds later.',
  })
  @ApiOkResponse({ type: SearchAnswerDto })
  @ApiErrors(400, 413, 415, 422, 500)
  @ApiResponse({
    status: HttpStatus.BAD_GATEWAY,
    type: ErrorEnvelopeDto,
    description: 'The embeddings server refused or answered with something unusable.',
  })
  @ApiResponse({
    status: HttpStatus.SERVICE_UNAVAILABLE,
    type: ErrorEnvelopeDto,
    description:
      '`VectorSearchDisabled`: no embeddings server is configured, `detail` names the variables. Otherwise the embeddings server, the vector store or the database cannot be reached or did not answer in time.',
  })
  async search(
    @Body() { query, top_k: topK, filters, min_score: minScore }: SearchRequestDto,
    @Query() _query: NoQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchAnswerDto> {
    const begin = performance.now();
    const left = new AbortController();
    response.once('close', () => left.abort());
    const results = await this.vectorSearch.search({ query, topK, filters, minScore }, left.signal);
    return { query, results, took_ms: Math.round((performance.now() - begin) * 10) / 10 };
  }
}
