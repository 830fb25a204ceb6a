import { ValidateBy, ValidateIf } from 'class-validator';

/**
 * A validation rule from a predicate on the value and on the object that it belongs to.
 *
 * @param name stable; the `type` of the error
 * @param message what the value must be, without the field's name
 */
export const rule = <Holder extends object = object>(
  name: string,
  message: string,
  holds: (value: unknown, object: Holder) => boolean,
) =>
  ValidateBy({
    name,
    validator: {
      validate: (value, context) => holds(value, context?.object as Holder),
      defaultMessage: () => message,
    },
  });

/** The field may be missing. Unlike IsOptional it does not take null for missing. */
export const MayBeMissing = () => ValidateIf((_object, value) => value !== undefined);

/** The field is there. Rules are checked in the order from the field upwards, so this stands closest to it. */
export const Required = () => rule('required', 'is required', (value) => value !== undefined);
