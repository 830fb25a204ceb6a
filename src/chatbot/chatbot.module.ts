import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module';
import { CitizenReportsModule } from '../citizen-reports/citizen-reports.module';
import { Environment } from '../config/environment';
import { VectorSearchModule } from '../vector-search/vector-search.module';
import { Assistant } from './assistant/assistant';
import { ModelAssistant } from './assistant/model-assistant';
import { Retrieval } from './assistant/retrieval.service';
import { ChatService } from './chat.service';
import { ChatbotController } from './chatbot.controller';
import { ConversationCleaner } from './conversations/conversation-cleaner.service';
import { ConversationPresenter } from './conversations/conversation-presenter';
import { ConversationsRepository } from './conversations/conversations.repository';
import { ConversationsService } from './conversations/conversations.service';
import { EmbeddedAssistant } from './embedded-assistant/embedded-assistant.service';
import { LanguageModel } from './language-model/language-model';
import { LanguageModelModule } from './language-model/language-model.module';
import { RunningAnswers } from './running-answers.service';
import { ModelTools } from './tools/model-tools.service';
import { ReportTools } from './tools/report-tools.service';

/** The language model answers where there is one, else the embedded assistant. */
function assistant(
  model: LanguageModel,
  retrieval: Retrieval,
  tools: ModelTools,
  reports: ReportTools,
  embedded: EmbeddedAssistant,
  { PUBLIC_URL }: Environment,
): Assistant {
  if (model.name === undefined) return embedded;
  return new ModelAssistant(model.name, model, retrieval, tools, reports, PUBLIC_URL);
}

/** Answers questions about the city's reports: /ai-service/chatbot. */
@Module({
  imports: [AdminModule, CitizenReportsModule, LanguageModelModule, VectorSearchModule],
  controllers: [ChatbotController],
  providers: [
    ChatService,
    RunningAnswers,
    ConversationsRepository,
    ConversationsService,
    ConversationPresenter,
    ConversationCleaner,
    ReportTools,
    ModelTools,
    Retrieval,
    EmbeddedAssistant,
    {
      provide: Assistant,
      useFactory: assistant,
      inject: [LanguageModel, Retrieval, ModelTools, ReportTools, EmbeddedAssistant, Environment],
    },
  ],
})
export class ChatbotModule {}
