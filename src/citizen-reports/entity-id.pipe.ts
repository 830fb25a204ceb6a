import { Injectable, type PipeTransform } from '@nestjs/common';
import { InvalidRequestError } from '../common/errors/service-error';

const LONGEST_ID = 1024;

/** An absolute URI, or IRI (RFC 3987), by the characters that may stand in one. */
const URI = /^[a-z][a-z\d+.-]*:[^\s\p{C}<>"{}|\\^`]+$/iu;

/** @throws InvalidRequestError when an id in a path is no URI of at most 1024 characters. */
@Injectable()
export class EntityIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (id.length > LONGEST_ID || !URI.test(id)) {
      throw new InvalidRequestError(
        `the entity id must be a URI of at most ${LONGEST_ID} characters, such as urn:ngsi-ld:CitizenReport:…`,
      );
    }
    return id;
  }
}
