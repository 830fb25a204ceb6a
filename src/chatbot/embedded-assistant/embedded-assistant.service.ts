import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { Taxonomy } from '../../classification/taxonomy/taxonomy';
import { NotFoundError } from '../../common/errors/service-error';
import { Environment } from '../../config/environment';
import { type AnswerEnd, Assistant, type EarlierTurn, type Question } from '../assistant/assistant';
import { Retrieval } from '../assistant/retrieval.service';
import { ReportTools } from '../tools/report-tools.service';
import { sourceOf } from '../tools/report-view';
import { CategoryWords } from './category-words';
import { type Language, languageOf } from './language';
import { boundsOf } from './period-in-text';
import { DEFAULT_RADIUS, ReportAnswers } from './report-answers';
import { type Intent, type ReportsIntent, understand } from './understand';
import { WORDING } from './wording';

/** Reports that are shown at most. */
const MOST_REPORTS = 5;

/** Pieces of documents that are shown at most, and characters of each. */
const MOST_PIECES = 2;
const LONGEST_EXCERPT = 600;

/**
 * What a piece scores at least, as nobody weighs here whether it answers the question. Half of the words of a question
 * may be such as "time" and "do", which say nothing of what it is about.
 */
const MIN_SCORE = 0.55;

/** Words that a broker can be asked for at once. */
const MOST_WORDS = 10;

/**
 * Answers without a language model, by rules, in English and Vietnamese, with the tools and documents that a model would
 * have. It says of itself what it is and how a model is connected.
 */
@Injectable()
export class EmbeddedAssistant extends Assistant {
  readonly model = 'embedded-assistant';
  private readonly categoryWords: CategoryWords;

  constructor(
    private readonly reports: ReportTools,
    private readonly retrieval: Retrieval,
    private readonly taxonomy: Taxonomy,
    private readonly environment: Environment,
  ) {
    super();
    this.categoryWords = new CategoryWords(taxonomy);
  }

  async *answer(question: Question, signal: AbortSignal): AsyncGenerator<string, AnswerEnd> {
    const language = languageOf(question.message);
    const intent = understand(question.message, this.categoryWords);
    const text = await this.reply(intent, question, language, signal);
    for (const piece of text.match(/\s*\S+|\s+$/g) ?? [text]) {
      yield piece;
      // A long answer is written in turns with what else the service does.
      await setImmediate();
      signal.throwIfAborted();
    }
    return { finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
  }

  private reply(
    intent: Intent,
    question: Question,
    language: Language,
    signal: AbortSignal,
  ): string | Promise<string> {
    const wording = WORDING[language];
    switch (intent.kind) {
      case 'greeting':
        return paragraphs(wording.greeting, wording.abilities, wording.limits);
      case 'help':
        return paragraphs(wording.abilities, wording.limits);
      case 'thanks':
        return wording.thanks;
      case 'how-to-report':
        return this.howToReport(intent.categories, language);
      case 'status':
        return this.status(intent, question, language);
      case 'reports':
        return this.listOrExplain(intent, question, language, signal);
      case 'other':
        return this.explain(question, language, signal);
    }
  }

  private howToReport(categories: string[], language: Language): string {
    const wording = WORDING[language];
    const [asked] = categories.map((key) => this.taxonomy.find(key));
    if (asked !== undefined) {
      const name = this.taxonomy.nameOf(asked.key, language);
      return paragraphs(wording.yesReport(name, asked.targetDays), wording.howToReport);
    }
    const all = this.taxonomy.categories.map(
      ({ key, descriptions }) =>
        `- ${this.taxonomy.nameOf(key, language)}: ${descriptions[language] ?? Object.values(descriptions)[0] ?? ''}`,
    );
    return paragraphs([wording.categories, ...all].join('\n'), wording.howToReport);
  }

  private async status(
    { id, ordinal }: { id?: string; ordinal?: number },
    { earlier, caller, sources }: Question,
    language: Language,
  ): Promise<string> {
    const wording = WORDING[language];
    const meant = id ?? lastSpokenOf(earlier, ordinal ?? 0);
    if (meant === undefined) return wording.whichReport;
    try {
      const { report, changes } = await this.reports.get(meant, caller);
      sources.add(sourceOf(report));
      return this.answersIn(language).report(report, changes);
    } catch (error) {
      if (error instanceof NotFoundError) return wording.noReport(meant);
      throw error;
    }
  }

  /** A category alone, or none, may be a question about anything, which documents may answer better than a list. */
  private async listOrExplain(
    intent: ReportsIntent,
    question: Question,
    language: Language,
    signal: AbortSignal,
  ): Promise<string> {
    const explained = intent.certain ? undefined : await this.fromDocuments(question, language, signal);
    return explained ?? this.list(intent, question, language);
  }

  private async list(
    intent: ReportsIntent,
    { caller, sources }: Question,
    language: Language,
  ): Promise<string> {
    const { categories, statuses, priorities, place, period, counts } = intent;
    if (place.here) return WORDING[language].whereAreYou;
    if (asksForAllFigures(intent)) {
      const figures = await this.reports.count(caller);
      if (figures) return WORDING[language].figures(figures.total, figures.today, figures.thisWeek);
    }
    const { position, name, radius = DEFAULT_RADIUS } = place;
    const bounds = period && period !== 'unknown' && boundsOf(period, new Date(), this.environment.TIME_ZONE);
    const found = await this.reports.find(
      {
        category: categories.join(',') || undefined,
        status: statuses.join(',') || undefined,
        priority: priorities.join(',') || undefined,
        near: position && `${position.longitude},${position.latitude}`,
        radius: position && String(radius),
        q: name?.split(/\s+/).slice(0, MOST_WORDS).join(' '),
        sort_by: position && 'distance',
        order: position && 'asc',
        created_after: bounds ? bounds.first.toISOString() : undefined,
        created_before: bounds ? bounds.last.toISOString() : undefined,
        limit: String(MOST_REPORTS),
      },
      caller,
    );
    if (!counts) found.reports.forEach((report) => sources.add(sourceOf(report)));
    return this.answersIn(language).list(found, intent);
  }

  private async explain(question: Question, language: Language, signal: AbortSignal): Promise<string> {
    const wording = WORDING[language];
    const explained = await this.fromDocuments(question, language, signal);
    return explained ?? paragraphs(wording.cannot, wording.abilities);
  }

  private async fromDocuments(
    { message, caller, sources }: Question,
    language: Language,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const found = await this.retrieval.search(message, caller, signal);
    const pieces = found
      .filter(({ type, score }) => type !== CITIZEN_REPORT && score >= MIN_SCORE)
      .slice(0, MOST_PIECES);
    if (pieces.length === 0) return undefined;
    for (const { id, type, title, score } of pieces) sources.add({ id, type, title, score });
    return paragraphs(
      WORDING[language].fromDocuments,
      ...pieces.map(({ title, text }) => `**${title}**\n${excerpt(text)}`),
    );
  }

  private answersIn = (language: Language) =>
    new ReportAnswers(language, this.taxonomy, this.environment.TIME_ZONE);
}

/** The report that the newest answer with any named at that place. */
function lastSpokenOf(earlier: readonly EarlierTurn[], ordinal: number): string | undefined {
  for (const { sources } of earlier.toReversed()) {
    const reports = sources.filter(({ type }) => type === CITIZEN_REPORT);
    if (reports.length > 0) return reports[ordinal]?.id;
  }
  return undefined;
}

/** Whether how many reports there are is asked for, of whatever kind, place and time. */
const asksForAllFigures = ({
  categories,
  statuses,
  priorities,
  place,
  period,
  counts,
}: ReportsIntent): boolean =>
  counts &&
  categories.length + statuses.length + priorities.length === 0 &&
  place.name === undefined &&
  place.position === undefined &&
  period === undefined;

const paragraphs = (...parts: string[]): string => parts.join('\n\n');

const excerpt = (text: string): string =>
  text.length <= LONGEST_EXCERPT ? text : `${text.slice(0, LONGEST_EXCERPT).replace(/\S*$/, '')}…`;
