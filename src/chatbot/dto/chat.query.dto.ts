import { OneOf } from '../../common/validation/text';

/** How the answer is sent. */
export class ChatQueryDto {
  /** As a stream of events while it is written, or at once when it is complete. */
  @OneOf(['true', 'false'], { required: false, default: 'true' })
  stream: string = 'true';
}
