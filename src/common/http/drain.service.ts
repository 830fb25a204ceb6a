import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Environment } from '../../config/environment';

const IDLE_CHECK_MS = 50;

/**
 * Ends the service without cutting anybody off. Once a stop is asked for it is not ready, and goes on as before for
 * SHUTDOWN_DELAY_MS, so that whoever sends it requests can learn of it. Then no connection is accepted any more, requests
 * in progress are finished, and whatever is still open after SHUTDOWN_TIMEOUT_MS is closed. Stores close after that, in
 * onApplicationShutdown.
 */
@Injectable()
export class DrainService implements OnModuleDestroy, BeforeApplicationShutdown {
  draining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly environment: Environment,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.draining = true;
    if (this.server?.listening) await delay(this.environment.SHUTDOWN_DELAY_MS);
  }

  beforeApplicationShutdown(): void {
    const { server } = this;
    if (!server?.listening) return;
    // A connection that was busy when the server closed would otherwise be kept alive for a next request.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), this.environment.SHUTDOWN_TIMEOUT_MS);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(deadline);
    });
  }

  private get server(): Server | undefined {
    return this.host.httpAdapter?.getHttpServer() as Server | undefined;
  }
}
