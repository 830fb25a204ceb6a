import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { ClassificationResultDto } from '../../src/classification/dto/classification-result.dto';
import type { SimilarReportsDto } from '../../src/classification/dto/similar-reports.dto';
import { type Entity, geoProperty, property } from '../../src/ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { type Report, ReportsClient, REPORTS } from '../citizen-reports/reports-client';
import { expectDocumented } from '../support/openapi';
import type { RunningService } from '../support/service';

/** The middle of the test's city. */
export const HERE: [number, number] = [106.7009, 10.7756];

/** About `metres` east of {@link HERE}. */
export const east = (metres: number): [number, number] => [HERE[0] + metres / 109_400, HERE[1]];

/** The classification's part of the API; every answer is checked against the OpenAPI document. */
export class ClassificationClient {
  readonly reports: ReportsClient;
  private readonly http: AxiosInstance;

  constructor(readonly service: RunningService) {
    this.reports = new ReportsClient(service.url);
    this.http = axios.create({ baseURL: service.url, validateStatus: () => true });
  }

  classify<T = ClassificationResultDto>(id: string): Promise<AxiosResponse<T>> {
    return this.documented('classifyReport', this.http.post<T>(`${REPORTS}/classify/${id}`));
  }

  similar<T = SimilarReportsDto>(id: string): Promise<AxiosResponse<T>> {
    return this.documented('listSimilarReports', this.http.get<T>(`${REPORTS}/${id}/similar`));
  }

  classifier<T>(): Promise<AxiosResponse<T>> {
    return this.documented('getClassifier', this.http.get<T>('/admin/classifier'));
  }

  retrain<T>(): Promise<AxiosResponse<T>> {
    return this.documented('retrainClassifier', this.http.post<T>('/admin/classifier/retrain'));
  }

  /** Makes a report; the id. */
  async report(description: string, more: object = {}): Promise<string> {
    const location = { type: 'Point', coordinates: HERE };
    return (await this.reports.create({ description, location, ...more })).data.id;
  }

  /** Makes a report and classifies it. */
  async classified(description: string, more: object = {}): Promise<ClassificationResultDto> {
    return (await this.classify(await this.report(description, more))).data;
  }

  /** The report in plain values. */
  async plain(id: string): Promise<Report> {
    return (await this.reports.get(id, { options: 'keyValues' })).data;
  }

  /** The broker beside the API. */
  get broker(): NgsiLdBrokerService {
    return this.service.app.get(NgsiLdBrokerService, { strict: false });
  }

  private async documented<T>(
    operation: string,
    answer: Promise<AxiosResponse<T>>,
  ): Promise<AxiosResponse<T>> {
    expectDocumented(operation, await answer);
    return answer;
  }
}

/** A place as an import would write it. */
export const place = (name: string, kinds: string[], geometry: object, title?: string): Entity => ({
  id: `urn:ngsi-ld:PointOfInterest:${name}`,
  type: 'PointOfInterest',
  category: property(kinds),
  location: geoProperty(geometry as never),
  ...(title !== undefined && { name: property(title) }),
});

/** Waits until a condition holds. */
export async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
