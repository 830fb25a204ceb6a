import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import { BrokerError, BrokerUnavailableError } from '../broker-errors';
import { CallFailure } from './call-failure';

/** The error of the port for what failed inside the adapter. Nothing that the broker said is in its text. */
export function portError(error: unknown): unknown {
  if (error instanceof CallFailure) {
    return ofCallFailure(error);
  }
  if (error instanceof TaskCancelledError) {
    return new BrokerUnavailableError('The broker did not answer in time', error);
  }
  if (error instanceof BrokenCircuitError) {
    return new BrokerUnavailableError('The broker failed repeatedly and is left alone for a moment', error);
  }
  if (error instanceof BulkheadRejectedError) {
    return new BrokerUnavailableError('Too many requests wait for the broker', error);
  }
  return error;
}

function ofCallFailure(failure: CallFailure): BrokerError | BrokerUnavailableError {
  switch (failure.kind) {
    case 'unreachable':
      return new BrokerUnavailableError('The broker cannot be reached', failure);
    case 'lost':
      return new BrokerUnavailableError('The broker did not finish its answer', failure);
    case 'overloaded':
      return new BrokerUnavailableError('The broker is overloaded', failure);
    case 'gateway':
      return new BrokerError('A gateway before the broker gave up on it', failure);
    case 'unusable':
      return new BrokerError(
        [401, 403].includes(failure.circumstances.status ?? 0)
          ? 'The broker refuses the credentials it is asked with'
          : 'The broker gave an answer that cannot be used',
        failure,
      );
  }
}
