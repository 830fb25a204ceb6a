import type { AxiosResponse } from 'axios';
import { type Body, type BrokerClient } from './broker-client';

let numbers = 0;

/** A number that no other test has. */
export const unique = (): number => (numbers += 1);

/** A subscription to entities of a type. */
export const subscription = (type: string, uri: string, more: Record<string, unknown> = {}) => {
  const { notification, endpoint, ...members } = more as Record<string, object>;
  return {
    id: `urn:ngsi-ld:Subscription:${unique()}`,
    type: 'Subscription',
    entities: [{ type }],
    notification: { endpoint: { uri, ...endpoint }, ...notification },
    ...members,
  };
};

/** Subscribes, and expects that to be possible; the path of the subscription. */
export async function subscribe(
  send: BrokerClient,
  body: ReturnType<typeof subscription>,
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, data } = await send('POST', '/subscriptions', body, headers);
  if (status !== 201) throw new Error(`answered with ${status}: ${JSON.stringify(data)}`);
  return `/subscriptions/${body.id}`;
}

/** The `notification` of a subscription as it is shown, once it is as wanted. */
export async function eventually(
  read: () => Promise<AxiosResponse<Body>>,
  isAsWanted: (body: Record<string, Record<string, unknown>>) => boolean,
): Promise<Record<string, Record<string, unknown>>> {
  for (;;) {
    const { data } = await read();
    const body = data as unknown as Record<string, Record<string, unknown>>;
    if (isAsWanted(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
