import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { CreateReportDto } from '../citizen-reports/dto/create-report.dto';
import { documentCategories } from '../citizen-reports/dto/report-category';
import { UpdateReportDto } from '../citizen-reports/dto/update-report.dto';
import { Taxonomy } from '../classification/taxonomy/taxonomy';
import { DEPRECATION_EXTENSION } from '../common/deprecation/deprecated.decorator';
import { VERSION } from '../common/version';
import { documentRateLimits } from '../rate-limits/document-rate-limits';

export const TITLE = 'Civic Issue Reporting Service';

const DESCRIPTION = `Citizens report problems in their city; each report is an NGSI-LD entity of type \`CitizenReport\` in a
context broker, where the city's other systems find it too.

Reports and everything else under \`/api/v1\` answer errors in one envelope with a request id. The broker's own interface
under \`/ngsi-ld/v1\` follows ETSI GS CIM 009 and answers errors as its ProblemDetails.`;

const BEARER = 'An access token from `POST /auth/login`.';
const API_KEY = 'An API key from `POST /users/api-keys`.';
const API_KEY_IN_URL = `${API_KEY} For clients that cannot set headers: others may see a URL.`;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The OpenAPI document of all routes of the application. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(TITLE)
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This service')
    .addTag('Citizen reports', 'Problems that citizens report, and what becomes of them.')
    .addTag('Chatbot', 'Questions about reports and the city, answered as a stream.')
    .addTag('Search', 'Reports and documents found by what they mean.')
    .addTag('NGSI-LD', 'The context broker, asked directly as ETSI GS CIM 009 describes.')
    .addTag('Authentication', 'Logging in and making an account.')
    .addTag('Users', 'Accounts and their roles.')
    .addTag('API keys', 'Credentials for programs, with the role of their owner.')
    .addTag('Items', 'A plain list of items with prices.')
    .addTag('Administration', 'What operators see of the service.')
    .addTag('Health', 'Probes for container platforms.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: BEARER }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: API_KEY }, 'apiKeyHeader')
    .addApiKey(
      { type: 'apiKey', in: 'query', name: 'api_key', description: API_KEY_IN_URL },
      'apiKeyParameter',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config);
  operationsOf(document).forEach((operation) => {
    markDeprecated(operation);
    // Says of an operation that asks for no credentials that it does not.
    operation.security ??= [];
  });
  documentCategories(document, [CreateReportDto, UpdateReportDto], app.get(Taxonomy).keys);
  documentRateLimits(document);
  return document;
}

const operationsOf = ({ paths }: OpenAPIObject): Operation[] =>
  Object.values(paths)
    .flatMap((path) => Object.values(path) as unknown[])
    .filter(
      (member): member is Operation => typeof member === 'object' && member !== null && 'responses' in member,
    );

function markDeprecated(operation: Operation): void {
  if (DEPRECATION_EXTENSION in operation) operation.deprecated = true;
}
