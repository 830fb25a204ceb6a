import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Roles } from '../auth/access';
import { ApiErrors } from '../common/errors/api-errors.decorator';
import { NotFoundError } from '../common/errors/service-error';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { UuidPipe } from '../common/validation/uuid.pipe';
import { CreateItemDto } from './dto/create-item.dto';
import { ItemDto } from './dto/item.dto';
import { ItemPageDto } from './dto/item-page.dto';
import { ListItemsQueryDto } from './dto/list-items.query.dto';
import { ItemsRepository } from './items.repository';

@ApiTags('Items')
@Controller({ path: 'items', version: '1' })
@Roles()
export class ItemsController {
  constructor(private readonly items: ItemsRepository) {}

  @Get()
  @ApiOperation({ operationId: 'listItems', summary: 'List items' })
  @ApiOkResponse({ type: ItemPageDto })
  @ApiErrors(422, 500, 503)
  async list(@Query() { skip, limit }: ListItemsQueryDto): Promise<ItemPageDto> {
    return { ...(await this.items.list(skip, limit)), skip, limit };
  }

  @Get(':item_id')
  @ApiOperation({ operationId: 'getItem', summary: 'Read an item' })
  @ApiParam({ name: 'item_id', description: "The item's id." })
  @ApiOkResponse({ type: ItemDto })
  @ApiErrors(400, 404, 422, 500, 503)
  async get(
    @Param('item_id', new UuidPipe('item')) id: string,
    @Query() _query: NoQueryDto,
  ): Promise<ItemDto> {
    const item = await this.items.find(id);
    if (item === undefined) throw new NotFoundError('there is no item of this id');
    return item;
  }

  @Post()
  @ApiOperation({ operationId: 'createItem', summary: 'Store an item' })
  @ApiCreatedResponse({
    type: ItemDto,
    description: 'The item as it was stored.',
    headers: {
      Location: { description: 'The path of the item.', schema: { type: 'string', format: 'uri-reference' } },
    },
  })
  @ApiErrors(400, 413, 415, 422, 500, 503)
  async create(
    @Body() { name, description, price, tax }: CreateItemDto,
    @Query() _query: NoQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ItemDto> {
    const item = await this.items.insert({
      name,
      description: description ?? null,
      price,
      tax: tax ?? null,
    });
    response.location(`/api/v1/items/${item.id}`);
    return item;
  }
}
