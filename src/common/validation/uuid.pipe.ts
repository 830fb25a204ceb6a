import type { PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../errors/service-error';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** @throws NotFoundError for an id in a path that is no UUID in lower case: there can be nothing of that id. */
export class UuidPipe implements PipeTransform<string, string> {
  /** @param thing what the id is of, as the error calls it */
  constructor(private readonly thing: string) {}

  transform(id: string): string {
    if (!UUID.test(id)) throw new NotFoundError(`there is no ${this.thing} of this id`);
    return id;
  }
}
