import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type OpenAPIObject } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { ValidationError } from '../../common/errors/service-error';

/** The key of a category. Whether it is one is the city's taxonomy to say, by {@link assertKnownCategory}. */
export const ReportCategory = () =>
  applyDecorators(Allow(), ApiProperty({ type: 'string', required: false, example: 'streetlight' }));

/** @throws ValidationError when the category is given and none of the city's. */
export function assertKnownCategory(category: unknown, known: readonly string[]): void {
  if (category === undefined || known.some((key) => key === category)) return;
  const msg = `must be one of ${known.join(', ')}`;
  throw new ValidationError([{ loc: ['body', 'category'], msg, type: 'isIn' }]);
}

/** Says in the OpenAPI document which categories a report can be given. */
export function documentCategories(
  { components }: OpenAPIObject,
  dtos: { name: string }[],
  known: readonly string[],
): void {
  for (const { name } of dtos) {
    const schema = components?.schemas?.[name];
    const category = schema && 'properties' in schema ? schema.properties?.['category'] : undefined;
    if (category && !('$ref' in category)) category.enum = [...known];
  }
}
