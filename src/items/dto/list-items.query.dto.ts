import { IntegerParameter } from '../../common/pagination/integer-parameter';

/** Which part of the items is asked for. */
export class ListItemsQueryDto {
  @IntegerParameter({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 0,
    description: 'How many items to skip.',
  })
  skip: number = 0;

  @IntegerParameter({ minimum: 1, maximum: 1000, default: 100, description: 'How many items at most.' })
  limit: number = 100;
}
