import { isNativeError } from 'node:util/types';
import { HttpStatus, Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '../../common/errors/service-error';
import { NgsiLdBrokerService } from '../../ngsi-ld/ngsi-ld-broker.service';
import { embeddedText, labelsKey } from '../pieces/piece';
import { PiecesRepository, type StoredPiece, vectorHash } from '../pieces/pieces.repository';
import { reportPiece } from '../pieces/report-piece';
import { type Task, TaskQueue } from './task-queue';
import { VectorIndex } from './vector-index';

/** Reports that the broker is asked for at once. */
const READ_AT_ONCE = 8;

/** Brings the index in line with the pieces that tasks name. Each step may be done twice, so any may be cut off. */
@Injectable()
export class Indexer {
  private readonly logger = new Logger(Indexer.name);

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly pieces: PiecesRepository,
    private readonly index: VectorIndex,
    private readonly queue: TaskQueue,
  ) {}

  /**
   * Does the tasks, as far as it can, and tells the queue.
   *
   * @returns the failure of a server that made it stop; undefined when all tasks were dealt with.
   */
  async work(tasks: readonly Task[], signal: AbortSignal): Promise<Error | undefined> {
    try {
      await this.refreshReports(tasks);
      await this.bringInLine(tasks, signal);
      await this.queue.finish(tasks);
      return undefined;
    } catch (error) {
      return this.recover(tasks, toError(error), signal);
    }
  }

  /** Stores the reports as the broker has them now, for the search of words, and removes those it has no more. */
  private async refreshReports(tasks: readonly Task[]): Promise<void> {
    const reports = tasks.filter(({ type }) => type === 'CitizenReport');
    for (let from = 0; from < reports.length; from += READ_AT_ONCE) {
      await Promise.all(reports.slice(from, from + READ_AT_ONCE).map((task) => this.refreshReport(task)));
    }
  }

  private async refreshReport({ key, id }: Task): Promise<void> {
    const entity = await this.broker.findEntity(id);
    const piece = entity && reportPiece(entity);
    await (piece === undefined ? this.pieces.remove([key]) : this.pieces.put(piece));
  }

  private async bringInLine(tasks: readonly Task[], signal: AbortSignal): Promise<void> {
    const { fingerprint } = await this.index.open();
    const stored = await this.pieces.find(tasks.map(({ key }) => key));
    const known = new Set(stored.map(({ key }) => key));
    await this.index.remove(tasks.filter(({ key }) => !known.has(key)).map(({ key }) => key));

    const isCurrent = (piece: StoredPiece) => piece.vector_hash === vectorHash(piece, fingerprint);
    const moved = stored.filter((piece) => isCurrent(piece) && piece.vector_labels !== labelsKey(piece));
    await this.index.relabel(moved);
    const changed = stored.filter((piece) => !isCurrent(piece));
    if (changed.length > 0) {
      const vectors = await this.index.embed(changed.map(embeddedText), signal);
      await this.index.put(changed, vectors);
    }
    await this.pieces.markIndexed([...moved, ...changed], fingerprint);
  }

  /** Finds out whose fault it is: of the servers, which pass, or of a text, which is set aside. */
  private async recover(
    tasks: readonly Task[],
    failure: Error,
    signal: AbortSignal,
  ): Promise<Error | undefined> {
    if (isPassing(failure) || signal.aborted || !(await this.serversWork(signal))) {
      await this.queue.postpone(tasks, { error: failure.message, counts: false });
      return failure;
    }
    if (tasks.length === 1) {
      await this.queue.postpone(tasks, { error: failure.message, counts: true });
      this.logger.warn(`cannot index ${tasks[0]?.id}: ${failure.message}`);
      return undefined;
    }
    for (const [done, task] of tasks.entries()) {
      const stopped = await this.work([task], signal);
      if (stopped === undefined) continue;
      await this.queue.postpone(tasks.slice(done + 1), { error: stopped.message, counts: false });
      return stopped;
    }
    return undefined;
  }

  private async serversWork(signal: AbortSignal): Promise<boolean> {
    try {
      await this.index.check(signal);
      return true;
    } catch (error) {
      this.logger.debug(toError(error).message);
      return false;
    }
  }
}

const toError = (error: unknown): Error => (isNativeError(error) ? error : new Error(String(error)));

const isPassing = (error: Error): boolean =>
  error instanceof ServiceError && error.getStatus() === Number(HttpStatus.SERVICE_UNAVAILABLE);
