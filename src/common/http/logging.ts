import { type LoggerService } from '@nestjs/common';
import pino, { type Level, type Logger } from 'pino';

/** JSON lines on standard output, written asynchronously. */
export const createLogger = (level: string): Logger =>
  pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ sync: false }),
  );

/** The parts of Nest that say what they do while it starts, which is of use to developers only. */
const START_UP: ReadonlySet<unknown> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Lets Nest's own logger write through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = this.writer('info');
  error = this.writer('error');
  warn = this.writer('warn');
  debug = this.writer('debug');
  verbose = this.writer('trace');
  fatal = this.writer('fatal');

  /** Nest passes the message, then optional parameters, the last of which is the name of the class that logs. */
  private writer(level: Level) {
    return (message: unknown, ...parameters: unknown[]) => {
      const context = parameters.pop();
      const [stack] = parameters;
      const fields = fieldsOf(message);
      this.logger[level === 'info' && START_UP.has(context) ? 'debug' : level]({
        context,
        ...fields,
        ...(stack !== undefined && { stack }),
      });
    };
  }
}

function fieldsOf(message: unknown): object {
  if (message instanceof Error) return { message: message.message, stack: message.stack };
  return typeof message === 'object' && message !== null ? message : { message };
}
