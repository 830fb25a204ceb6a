import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/service-error';
import { isConversationId } from '../dto/conversation-id';

/** @throws NotFoundError for an id in a path that no conversation can have. */
@Injectable()
export class ConversationIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!isConversationId(id)) throw new NotFoundError('there is no conversation of this id');
    return id;
  }
}
