import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { schemas: Record<string, { properties?: Record<string, object>; required?: string[] }> };
}

/** The committed OpenAPI document. */
export const OPENAPI = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenApi;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: 'openapi', components: OPENAPI.components });

const operations = new Map(
  Object.values(OPENAPI.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);

const validators = new Map<string, ValidateFunction>();

/** Throws when the answer is not one that the OpenAPI document promises of the operation. */
export function expectDocumented(
  operationId: string,
  answer: { status: number; data: unknown; headers: { 'content-type'?: unknown } },
): void {
  const documented = operations.get(operationId)?.responses[answer.status];
  if (!documented) throw new Error(`openapi.json: ${operationId} does not document status ${answer.status}`);
  const [type = ''] = contentType(answer.headers).split(';');
  if (!documented.content) {
    if (answer.data !== '')
      throw new Error(`openapi.json: ${operationId} ${answer.status} documents no body`);
    return;
  }
  const schema = documented.content[type]?.schema;
  if (!schema) throw new Error(`openapi.json: ${operationId} ${answer.status} does not document ${type}`);

  const key = `${operationId} ${answer.status} ${type}`;
  const validate = validators.get(key) ?? ajv.compile(withAbsoluteReferences(schema));
  validators.set(key, validate);
  if (!validate(answer.data)) throw new Error(`openapi.json: ${key}: ${ajv.errorsText(validate.errors)}`);
}

/** Throws when the value is not as the document's component of this name has it. */
export function expectComponent(name: string, value: unknown): void {
  const validate = ajv.getSchema(`openapi#/components/schemas/${name}`);
  if (!validate?.(value)) throw new Error(`openapi.json: ${name}: ${ajv.errorsText(validate?.errors)}`);
}

const contentType = ({ 'content-type': type }: { 'content-type'?: unknown }): string =>
  typeof type === 'string' ? type : '';

/** The schema with its references pointing into the document rather than into itself. */
const withAbsoluteReferences = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object;
