import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError as Violation } from 'class-validator';
import { type FieldError, InvalidRequestError, ValidationError } from '../errors/service-error';

/** What every object has: class-transformer passes some over, class-validator takes others for known fields. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/** Converts and validates bodies and queries by their DTO class; everything that the class does not name is refused. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    if (!isObject(value)) throw new InvalidRequestError('the body must be a JSON object');

    const unknown = INHERITED.filter((name) => Object.hasOwn(value, name));
    if (unknown.length > 0) throw new ValidationError(unknown.map((name) => unknownField(name, [type])));

    const dto = plainToInstance(metatype, value, { exposeDefaultValues: true });
    const violations = validateSync(dto, {
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
    });
    if (violations.length > 0) throw new ValidationError(fieldErrors(violations, [type]));
    return dto;
  }
}

const isDto = (metatype: unknown): metatype is Type<object> =>
  typeof metatype === 'function' && metatype !== Object;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INDEX = /^\d+$/;

type Path = (string | number)[];

function fieldErrors(violations: Violation[], path: Path): FieldError[] {
  return violations.flatMap(({ property, constraints = {}, children = [] }) => {
    const loc = [...path, INDEX.test(property) ? Number(property) : property];
    const own = Object.entries(constraints).map(([rule, msg]) =>
      rule === 'whitelistValidation' ? unknownField(property, path) : { loc, msg, type: rule },
    );
    return [...own, ...fieldErrors(children, loc)];
  });
}

const unknownField = (name: string, path: Path): FieldError => ({
  loc: [...path, name],
  msg: `unknown ${path[0] === 'query' ? 'parameter' : 'field'}`,
  type: 'unknown',
});
