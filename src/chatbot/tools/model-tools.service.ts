import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller';
import { STATUSES } from '../../citizen-reports/citizen-report';
import { ServiceError } from '../../common/errors/service-error';
import { Taxonomy } from '../../classification/taxonomy/taxonomy';
import type { ToolCall, ToolDescription } from '../language-model/language-model';
import type { Sources } from '../source';
import { type ReportFilter, ReportTools } from './report-tools.service';
import { sourceOf } from './report-view';

/** Reports that a model is shown at most at once. */
const MOST_REPORTS = 10;

/** Characters of JSON that a model is shown at most of one call. */
const LONGEST_RESULT = 12_000;

const URI = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]{1,1000}$/i;

type Arguments = Record<string, unknown>;

interface Tool extends ToolDescription {
  run(args: Arguments, caller: Caller | undefined, sources: Sources): Promise<unknown>;
}

/** The tools as a language model knows and calls them. None of them changes anything. */
@Injectable()
export class ModelTools {
  private readonly tools: readonly Tool[];

  constructor(
    private readonly reports: ReportTools,
    private readonly taxonomy: Taxonomy,
  ) {
    this.tools = [this.findReports(), this.getReport(), this.listCategories(), this.reportStatistics()];
  }

  /** What a model is told of the tools that the caller may use. */
  descriptionsFor(caller: Caller | undefined): ToolDescription[] {
    return this.tools
      .filter(({ name }) => name !== STATISTICS || this.reports.maySeeAll(caller))
      .map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  /** What the call gives, or why it gives nothing: a model can mend its arguments, or say what it could not find out. */
  async call(
    { name, arguments: args }: ToolCall,
    caller: Caller | undefined,
    sources: Sources,
  ): Promise<unknown> {
    const tool = this.tools.find((known) => known.name === name);
    if (tool === undefined) return { error: 'there is no such tool' };
    if (args === undefined) return { error: 'the arguments must be a JSON object' };
    const allowed = Object.keys(tool.parameters.properties as object);
    const unknown = Object.keys(args).find((argument) => !allowed.includes(argument));
    if (unknown !== undefined)
      return { error: `unknown argument; there are ${allowed.join(', ') || 'none'}` };
    try {
      return withinLimit(await tool.run(args, caller, sources));
    } catch (error) {
      if (error instanceof ServiceError) return { error: error.message };
      throw error;
    }
  }

  private findReports(): Tool {
    return {
      name: 'find_reports',
      description: 'Finds reports that meet all conditions given, the newest first, and counts them all.',
      parameters: object({
        q: text('Words that all occur in title, description or address, such as a street name.'),
        near: text('Position as "longitude,latitude" in degrees, such as "106.7009,10.7756".'),
        radius: {
          type: 'integer',
          minimum: 1,
          maximum: 50_000,
          description: 'Metres from near; 1000 by default.',
        },
        category: { type: 'string', enum: this.taxonomy.keys },
        status: text(`One or more of ${STATUSES.join(', ')}, separated by commas.`),
        created_after: text('Date or date-time (ISO 8601).'),
        created_before: text('Date or date-time (ISO 8601).'),
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MOST_REPORTS,
          description: 'Reports to show; 5 by default.',
        },
      }),
      run: async (args, caller, sources) => {
        const found = await this.reports.find(toFilter(args), caller);
        found.reports.forEach((report) => sources.add(sourceOf(report)));
        return found;
      },
    };
  }

  private getReport(): Tool {
    return {
      name: 'get_report',
      description: 'Reads one report by its id: what it says, its status, and when the status changed.',
      parameters: object({ id: text('The id, such as urn:ngsi-ld:CitizenReport:…') }, ['id']),
      run: async ({ id }, caller, sources) => {
        if (typeof id !== 'string' || !URI.test(id)) return { error: 'id must be the URN of a report' };
        const found = await this.reports.get(id, caller);
        sources.add(sourceOf(found.report));
        return found;
      },
    };
  }

  private listCategories(): Tool {
    return {
      name: 'list_categories',
      description: 'Lists what can be reported, and how.',
      parameters: object({}),
      run: () =>
        Promise.resolve({
          categories: this.taxonomy.categories.map(({ key, names, descriptions, targetDays }) => ({
            key,
            names,
            description: descriptions.en ?? Object.values(descriptions)[0],
            targetDays,
          })),
          howToReport: {
            request: 'POST /api/v1/citizen-reports',
            required: ['description', 'location (GeoJSON Point: longitude, latitude)'],
            optional: ['title', 'category', 'address', 'images'],
          },
        }),
    };
  }

  private reportStatistics(): Tool {
    return {
      name: STATISTICS,
      description: 'Counts all reports, in total and by category, status and priority, today and this week.',
      parameters: object({}),
      run: async (_args, caller) =>
        (await this.reports.count(caller)) ?? { error: 'the figures are not open to this user' },
    };
  }
}

const STATISTICS = 'report_statistics';

const text = (description: string) => ({ type: 'string', description });

const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The arguments as the parameters of the list of reports, whose rules they are held to. */
function toFilter({ limit = 5, ...args }: Arguments): ReportFilter {
  const shown = typeof limit === 'number' && limit >= 1 ? Math.min(limit, MOST_REPORTS) : limit;
  return Object.fromEntries(
    Object.entries({ ...args, limit: shown })
      // Some models fill in every argument there is, with nothing in it.
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );
}

/** Lists of reports become shorter until the model can take them in. */
function withinLimit(result: unknown): unknown {
  if (JSON.stringify(result).length <= LONGEST_RESULT) return result;
  const { reports } = result as { reports?: unknown[] };
  if (!Array.isArray(reports) || reports.length < 2) return { error: 'the result is too long' };
  return withinLimit({ ...(result as object), reports: reports.slice(0, Math.floor(reports.length / 2)) });
}
