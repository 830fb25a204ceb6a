import { applyDecorators } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { JsonAnswer, JsonBody, NoContent, ReadingErrors, WritingErrors } from '../../http/documented-answers';
import { ContextHeader, QueryParameters } from '../../http/documented-parameters';
import { SUBSCRIPTION, SUBSCRIPTION_FRAGMENT, SUBSCRIPTIONS } from './subscription-schemas';

const operation = (operationId: string, summary: string, ...decorators: MethodDecorator[]) =>
  applyDecorators(ApiOperation({ operationId, summary }), ContextHeader(), ...decorators);

const SubscriptionIdParameter = () =>
  ApiParam({
    name: 'subscriptionId',
    description: "The subscription's id, percent-encoded or not.",
    schema: { type: 'string', format: 'uri', maxLength: 2048 },
    example: 'urn:ngsi-ld:Subscription:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55',
  });

const OPTIONS = { options: '`sysAttrs` adds createdAt and modifiedAt.' };

export const DocumentCreateSubscription = () =>
  operation(
    'createSubscription',
    'Subscribe to changes',
    QueryParameters(['local']),
    JsonBody(SUBSCRIPTION, 'The subscription; without an id it gets one.'),
    ApiCreatedResponse({
      description: 'The subscription is active from now on; there is no first notification.',
      headers: {
        Location: {
          description: 'The path of the subscription.',
          schema: { type: 'string', format: 'uri-reference' },
        },
      },
    }),
    WritingErrors(409, 422),
  );

export const DocumentQuerySubscriptions = () =>
  operation(
    'querySubscriptions',
    'List subscriptions',
    QueryParameters(['limit', 'offset', 'count', 'options', 'local'], OPTIONS),
    JsonAnswer('A page of the subscriptions, in the order in which they were made.', SUBSCRIPTIONS, {
      paged: true,
    }),
    ReadingErrors(),
  );

export const DocumentRetrieveSubscription = () =>
  operation(
    'retrieveSubscription',
    'Read a subscription',
    SubscriptionIdParameter(),
    QueryParameters(['options', 'local'], OPTIONS),
    JsonAnswer('The subscription, with how notifying goes.', SUBSCRIPTION),
    ReadingErrors(),
  );

export const DocumentUpdateSubscription = () =>
  operation(
    'updateSubscription',
    'Change a subscription',
    SubscriptionIdParameter(),
    QueryParameters(['local']),
    JsonBody(SUBSCRIPTION_FRAGMENT, 'The members to change, each as a whole; null deletes one.'),
    NoContent('The subscription is changed.'),
    WritingErrors(404, 422),
  );

export const DocumentDeleteSubscription = () =>
  operation(
    'deleteSubscription',
    'Delete a subscription',
    SubscriptionIdParameter(),
    QueryParameters(['local']),
    NoContent('The subscription is deleted; what it has not sent is not sent any more.'),
    WritingErrors(404),
  );
