import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '../common/version';

const DESCRIPTION = `Citizens report problems in their city; each report is an NGSI-LD entity of type \`CitizenReport\` in a
context broker, where the city's other systems find it too.

Reports and everything else under \`/api/v1\` answer errors in one envelope with a request id. The broker's own interface
under \`/ngsi-ld/v1\` follows ETSI GS CIM 009 and answers errors as its ProblemDetails.`;

/** The OpenAPI document of all routes of the application. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Civic Issue Reporting Service')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This service')
    .addTag('Citizen reports', 'Problems that citizens report, and what becomes of them.')
    .addTag('NGSI-LD', 'The context broker, asked directly as ETSI GS CIM 009 describes.')
    .addTag('Health', 'Probes for container platforms.')
    .build();
  // No operation asks for credentials.
  return { ...SwaggerModule.createDocument(app, config), security: [] };
}
