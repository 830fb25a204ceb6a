import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../auth/access';
import { ApiErrors } from '../../common/errors/api-errors.decorator';
import { NoQueryDto } from '../../common/validation/no-query.dto';
import { CategoryListDto } from '../dto/category-list.dto';
import { Taxonomy } from './taxonomy';

@ApiTags('Citizen reports')
@Controller({ path: 'categories', version: '1' })
export class CategoriesController {
  constructor(private readonly taxonomy: Taxonomy) {}

  @Get()
  @Public()
  @ApiOperation({
    operationId: 'listCategories',
    summary: 'What reports can be about',
    description:
      "The city's categories with their names for people, as a form for reports needs them before a log-in.",
  })
  @ApiOkResponse({ type: CategoryListDto, description: 'All of them.' })
  @ApiErrors(422, 500)
  list(@Query() _query: NoQueryDto): CategoryListDto {
    const { languages, categories } = this.taxonomy;
    return {
      languages: [...languages],
      categories: categories.map(({ key, names, descriptions, basePriority, targetDays }) => ({
        key,
        names,
        descriptions,
        base_priority: basePriority,
        target_days: targetDays,
      })),
    };
  }
}
