import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError as Violation, type ValidatorOptions } from 'class-validator';
import { isObject } from '../json/is-object';
import { type FieldError, InvalidRequestError, ValidationError } from '../errors/service-error';

/** Converts and validates bodies and queries by their DTO class; everything that the class does not name is refused. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  /** For each class whether it takes an object without members: no need to find out again with each request. */
  private readonly takesEmpty = new Map<Type<object>, boolean>();

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    if (!isObject(value)) throw new InvalidRequestError('the body must be a JSON object');

    const isEmpty = Object.keys(value).length === 0;
    if (isEmpty && this.takesEmpty.get(metatype)) return new metatype();

    assertHarmless(value, [type]);
    const dto = plainToInstance(metatype, value, { exposeDefaultValues: true });
    const violations = validateSync(dto, OPTIONS);
    if (isEmpty) this.takesEmpty.set(metatype, violations.length === 0);
    if (violations.length > 0) throw new ValidationError(fieldErrors(violations, [type]));
    return dto;
  }
}

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  // Or a class without fields would refuse even the empty object.
  forbidUnknownValues: false,
  stopAtFirstError: true,
};

const isDto = (metatype: unknown): metatype is Type<object> =>
  typeof metatype === 'function' && metatype !== Object;

const INDEX = /^\d+$/;

type Path = (string | number)[];

function fieldErrors(violations: Violation[], path: Path): FieldError[] {
  return violations.flatMap(({ property, constraints = {}, children = [] }) => {
    const loc = [...path, INDEX.test(property) ? Number(property) : property];
    const own = Object.entries(constraints).map(([rule, msg]) =>
      rule === 'whitelistValidation' ? unknownField([...path, property]) : { loc, msg, type: rule },
    );
    return [...own, ...fieldErrors(children, loc)];
  });
}

const unknownField = (loc: Path): FieldError => ({
  loc,
  msg: `unknown ${loc[0] === 'query' ? 'parameter' : 'field'}`,
  type: 'unknown',
});

/** More than any DTO has; the libraries take seconds for hundreds of thousands. */
const MOST_MEMBERS = 1000;

/**
 * Refuses what the libraries could not take: very many members, and names that every object has, such as
 * `constructor`. No DTO has such a field, but class-transformer would call it and class-validator take it for known.
 */
function assertHarmless(value: unknown, path: Path): void {
  if (typeof value !== 'object' || value === null) return;
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (size > MOST_MEMBERS) {
    const msg = `must not have more than ${MOST_MEMBERS} members`;
    throw new ValidationError([{ loc: path, msg, type: 'maxMembers' }]);
  }
  for (const [name, member] of Object.entries(value)) {
    const loc = [...path, Array.isArray(value) ? Number(name) : name];
    if (!Array.isArray(value) && name in Object.prototype) throw new ValidationError([unknownField(loc)]);
    assertHarmless(member, loc);
  }
}
