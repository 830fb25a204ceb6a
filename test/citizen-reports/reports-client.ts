import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { expectDocumented } from '../support/openapi';

export const REPORTS = '/api/v1/citizen-reports';

export interface Report {
  id: string;
  type: string;
  [attribute: string]: unknown;
}

export interface Meta {
  total: number;
  limit: number;
  offset: number;
  page: number;
  pages: number;
}

export interface Page {
  data: Report[];
  meta: Meta;
}

export interface History {
  entity_id: string;
  events: { at: string; changes: { attribute: string; from: unknown; to: unknown }[] }[];
  complete: boolean;
  meta: Meta;
}

export interface Envelope {
  status_code: number;
  error_type: string;
  detail: string;
  errors?: { loc: (string | number)[]; msg: string; type: string }[];
  request_id: string;
}

type Parameters = Record<string, string | number | undefined> | string;

/** The reports' part of the API; every answer is checked against the OpenAPI document. */
export class ReportsClient {
  private readonly http: AxiosInstance;

  constructor(url: string) {
    this.http = axios.create({ baseURL: url, validateStatus: () => true });
  }

  create<T = Report>(body: unknown, type = 'application/json') {
    return this.call<T>('createReport', 'POST', REPORTS, { body, type });
  }

  list<T = Page>(parameters: Parameters = {}, accept?: string) {
    return this.call<T>('listReports', 'GET', `${REPORTS}${queryOf(parameters)}`, { accept });
  }

  get<T = Report>(id: string, parameters: Parameters = {}, accept?: string) {
    return this.call<T>('getReport', 'GET', `${REPORTS}/${id}${queryOf(parameters)}`, { accept });
  }

  update<T = Report>(id: string, body: unknown) {
    return this.call<T>('updateReport', 'PATCH', `${REPORTS}/${id}`, { body });
  }

  remove<T = ''>(id: string) {
    return this.call<T>('deleteReport', 'DELETE', `${REPORTS}/${id}`);
  }

  history<T = History>(id: string, parameters: Parameters = {}) {
    return this.call<T>('getReportHistory', 'GET', `${REPORTS}/${id}/history${queryOf(parameters)}`);
  }

  /** How many reports there are. */
  async count(): Promise<number> {
    return (await this.list({ limit: 1 })).data.meta.total;
  }

  private async call<T>(
    operationId: string,
    method: string,
    url: string,
    {
      body,
      type = 'application/json',
      accept = 'application/json',
    }: { body?: unknown; type?: string; accept?: string } = {},
  ): Promise<AxiosResponse<T>> {
    const data = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { Accept: accept, ...(data !== undefined && { 'Content-Type': type }) };
    const answer = await this.http.request<T>({ method, url, data, headers });
    expectDocumented(operationId, answer);
    return answer;
  }
}

function queryOf(parameters: Parameters): string {
  if (typeof parameters === 'string') return `?${parameters}`;
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** The answer is the error envelope, whole and of this kind. */
export function expectError(
  { status, data, headers }: AxiosResponse<Envelope>,
  expected: number,
  type: string,
): void {
  expect(data).toEqual({
    status_code: expected,
    error_type: type,
    detail: expect.stringMatching(/\S/) as string,
    request_id: headers['x-request-id'] as string,
    ...(expected === 422 && { errors: expect.any(Array) as [] }),
  });
  expect(status).toBe(expected);
}

/** The answer is 422, and the first error is at this place. */
export function expectInvalid(
  answer: AxiosResponse<Envelope>,
  loc: (string | number)[],
  type?: string,
): void {
  expectError(answer, 422, 'ValidationError');
  const [first] = answer.data.errors ?? [];
  expect(first).toEqual({
    loc,
    msg: expect.stringMatching(/\S/) as string,
    type: type ?? (expect.stringMatching(/^\w+$/) as string),
  });
}
