import type { BrokerAnswer } from './broker-answer';

/** What brokers answer to a parameter, or a value of one, that they do not have. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 422, 501]);

/**
 * Forms of one request, the best first, for brokers of which some refuse the better ones. The form that the broker
 * accepts is kept for all later requests.
 */
export class AcceptedForm<Form> {
  private first = 0;

  constructor(private readonly forms: readonly [Form, ...Form[]]) {}

  /** @throws CallFailure when the broker refuses all forms: then it is the rest of the request that it dislikes. */
  async ask(request: (form: Form) => Promise<BrokerAnswer>): Promise<{ form: Form; answer: BrokerAnswer }> {
    let refusal: BrokerAnswer | undefined;
    for (const [index, form] of [...this.forms.entries()].slice(this.first)) {
      const answer = await request(form);
      if (!REFUSALS.has(answer.status)) {
        this.first = answer.status === 200 ? index : this.first;
        return { form, answer };
      }
      refusal ??= answer;
    }
    throw refusal?.unexpected() ?? new Error('no form left');
  }
}
