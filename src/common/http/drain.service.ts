import type { Server } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Environment } from '../../config/environment';

const IDLE_CHECK_MS = 50;

/**
 * Ends the service without cutting anybody off: once a stop is asked for, no connection is accepted any more, requests
 * in progress are finished, and whatever is still open after SHUTDOWN_TIMEOUT_MS is closed. Stores close after that,
 * in onApplicationShutdown.
 */
@Injectable()
export class DrainService implements BeforeApplicationShutdown {
  draining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly environment: Environment,
  ) {}

  beforeApplicationShutdown(): void {
    this.draining = true;
    const server = this.host.httpAdapter?.getHttpServer() as Server | undefined;
    if (!server?.listening) return;
    // A connection that was busy when the server closed would otherwise be kept alive for a next request.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), this.environment.SHUTDOWN_TIMEOUT_MS);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(deadline);
    });
  }
}
