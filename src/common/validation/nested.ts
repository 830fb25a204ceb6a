import { applyDecorators, type Type } from '@nestjs/common';
import { plainToInstance, Transform, type TransformFnParams } from 'class-transformer';
import { IsInstance, ValidateNested } from 'class-validator';

/**
 * The field is an object of the DTO class and validated by it. `toObject` gives the object that the class describes;
 * where it gives none, the field is refused with `message`.
 */
export const Nested = <T extends object>(
  dto: Type<T>,
  message: string,
  toObject: (value: unknown) => object | undefined = plainObject,
) =>
  applyDecorators(
    Transform(({ obj, key }: TransformFnParams) => {
      const value = (obj as Record<string, unknown>)[key];
      if (value === undefined) return undefined;
      const object = toObject(value);
      return object === undefined ? null : plainToInstance(dto, object);
    }),
    IsInstance(dto, { message }),
    ValidateNested(),
  );

function plainObject(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
