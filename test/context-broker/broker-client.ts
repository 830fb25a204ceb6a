import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';

/** What answers of the broker may be, as far as the tests look into them. */
export type Body = Record<string, unknown> & unknown[];

export interface BrokerClient {
  (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<AxiosResponse<Body>>;
}

/** Sends requests to `/ngsi-ld/v1` of a service as they are written here: nothing is encoded, no status is an error. */
export function brokerClient(url: string): BrokerClient {
  return (method, path, body, headers = {}) => {
    const request: AxiosRequestConfig = {
      method,
      url: `${url}/ngsi-ld/v1${path}`,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      data: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
      transformRequest: (data: unknown) => data,
      validateStatus: () => true,
    };
    return axios.request<Body>(request);
  };
}

const ERRORS = 'https://uri.etsi.org/ngsi-ld/errors/';

/** What an answer with ProblemDetails is to look like. */
export const problem = (status: number, type: string | undefined, detail: string | RegExp) => ({
  status,
  headers: expect.objectContaining({
    'content-type': expect.stringMatching(/^application\/json/) as string,
  }) as object,
  data: {
    type: type === undefined ? 'about:blank' : ERRORS + type,
    title: expect.stringMatching(/\S/) as string,
    detail: expect.stringMatching(detail) as string,
    status,
  },
});
