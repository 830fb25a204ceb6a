import type { ClassifierKind } from '../config/environment.rules';
import type { Environment } from '../config/environment';
import type { EmbeddedClassifier } from './embedded/embedded.classifier';
import { ModelServerClassifier } from './remote/model-server.classifier';
import { NlpServiceClassifier } from './remote/nlp-service.classifier';
import type { Taxonomy } from './taxonomy/taxonomy';
import type { TextClassifier } from './text-classifier';

/** The classifier of a kind; the environment has been checked to have what it needs. */
export function chosenClassifier(
  kind: ClassifierKind,
  environment: Environment,
  taxonomy: Taxonomy,
  embedded: EmbeddedClassifier,
): TextClassifier {
  const { NLP_SERVICE_URL: url, NLP_TIMEOUT_MS: timeoutMs, CLASSIFIER_MODEL: model } = environment;
  switch (kind) {
    case 'embedded':
      return embedded;
    case 'nlp-service':
      if (url === undefined) throw new Error('NLP_SERVICE_URL is not set');
      return new NlpServiceClassifier({ url, timeoutMs, categories: taxonomy.keys });
    case 'model-server':
      if (model === undefined) throw new Error('CLASSIFIER_MODEL is not set');
      return new ModelServerClassifier({
        model,
        baseUrl: environment.OPENAI_BASE_URL,
        apiKey: environment.OPENAI_API_KEY,
        timeoutMs,
        taxonomy,
      });
  }
}
