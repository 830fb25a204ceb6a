import { STATUSES } from './citizen-report';
import { nextStatuses } from './status-transitions';

describe('nextStatuses', () => {
  it.each([
    ['pending', ['acknowledged', 'in_progress', 'resolved', 'closed', 'rejected']],
    ['acknowledged', ['in_progress', 'resolved', 'closed', 'rejected']],
    ['in_progress', ['resolved', 'closed', 'rejected']],
    ['resolved', ['closed', 'in_progress']],
    ['closed', ['in_progress']],
    ['rejected', ['in_progress']],
  ])('lets %s become %j', (current, next) => {
    expect(nextStatuses(current)).toEqual(next);
  });

  it.each([undefined, 'auto_classified', 'Open', 'PENDING', 'constructor', 7, null, {}])(
    'lets the status %j of another system become any',
    (current) => {
      expect(nextStatuses(current)).toEqual(STATUSES);
    },
  );
});
