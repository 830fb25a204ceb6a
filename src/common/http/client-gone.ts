import type { Socket } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborts when the connection closes; one for all requests of a connection, which a client may send without number. */
function closing(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** Parameter of a controller's method: a signal that aborts when the client goes away. */
export const ClientGone = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  closing(context.switchToHttp().getRequest<Request>().socket),
);
