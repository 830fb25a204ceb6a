import { LanguageModel, type ModelEnd, type ModelHealth } from './language-model';
import { AiServiceUnavailableError } from './model-errors';

/** Stands where no model server is configured. */
export class NoLanguageModel extends LanguageModel {
  readonly name = undefined;

  stream(): AsyncGenerator<string, ModelEnd> {
    throw new AiServiceUnavailableError('no model server is configured: set CHAT_MODEL and OPENAI_BASE_URL');
  }

  health(): Promise<ModelHealth> {
    return Promise.resolve('disabled');
  }
}
