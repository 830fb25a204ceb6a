import { Logger, Module } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { LanguageModel } from './language-model';
import { NoLanguageModel } from './no-language-model';
import { OpenAiLanguageModel } from './openai-language-model';

function languageModel(environment: Environment): LanguageModel {
  const { CHAT_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_IDLE_TIMEOUT_MS } = environment;
  if (CHAT_MODEL === undefined) return new NoLanguageModel();
  const model = new OpenAiLanguageModel({
    model: CHAT_MODEL,
    baseUrl: OPENAI_BASE_URL,
    apiKey: OPENAI_API_KEY,
    idleTimeoutMs: CHAT_IDLE_TIMEOUT_MS,
  });
  model.warmUp().catch((error: unknown) => new Logger('LanguageModel').error(error));
  return model;
}

/** Offers the {@link LanguageModel} that CHAT_MODEL names. */
@Module({
  providers: [{ provide: LanguageModel, useFactory: languageModel, inject: [Environment] }],
  exports: [LanguageModel],
})
export class LanguageModelModule {}
