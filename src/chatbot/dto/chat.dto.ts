import { MayBeMissing, Required } from '../../common/validation/rule';
import { Text } from '../../common/validation/text';
import { ConversationId } from './conversation-id';

/** A message to the chatbot. */
export class ChatDto {
  /** What is asked, in any language. */
  @Text(8000, { example: 'Which street lights are broken near Lê Lợi?' })
  @Required()
  message!: string;

  /** The conversation that the message goes on with, or begins; without it a new one is begun under an id made here. */
  @ConversationId()
  @MayBeMissing()
  conversation_id?: string;

  /**
   * What a client without an account calls its user: kept with the conversation it begins, and of no other meaning.
   * Whoever has logged in is who they logged in as.
   */
  @Text(128, { required: false, example: 'kiosk-12' })
  @MayBeMissing()
  user_id?: string;
}
