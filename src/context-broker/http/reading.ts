import { Reflector } from '@nestjs/core';

/** On an operation that changes nothing, though its method says otherwise, such as a query in a body. */
export const Reading = Reflector.createDecorator<true>();
