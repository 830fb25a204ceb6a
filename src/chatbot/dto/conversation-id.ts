import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { rule } from '../../common/validation/rule';
import { isText } from '../../common/validation/text';

const ID = /^[\w.:-]{1,128}$/;

/** Whether the text may be the id of a conversation. */
export const isConversationId = (value: unknown): boolean => isText(value) && ID.test(value);

/** The id of a conversation, the client's own or one that the service made. */
export const ConversationId = () =>
  applyDecorators(
    rule(
      'isConversationId',
      'must be 1 to 128 letters, digits, dots, colons, hyphens or underscores',
      isConversationId,
    ),
    ApiProperty({
      type: 'string',
      required: false,
      pattern: ID.source,
      example: '3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11',
    }),
  );
