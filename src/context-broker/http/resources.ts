import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

interface Resource {
  path: RegExp;
  methods: string[];
}

/** The resources of the interface and their methods, as the controllers declare them. */
export class Resources {
  private readonly resources = new Map<string, Resource>();

  constructor(controllers: readonly Type[]) {
    for (const controller of controllers) {
      for (const { path, method } of operationsOf(controller)) this.add(path, method);
    }
  }

  /** The methods of the resource at a path, for the Allow header; undefined when there is no such resource. */
  allowedAt(path: string): string | undefined {
    const methods = [...this.resources.values()]
      .filter((resource) => resource.path.test(path))
      .flatMap((resource) => resource.methods);
    return methods.length === 0 ? undefined : [...new Set(methods)].join(', ');
  }

  private add(path: string, method: string): void {
    const resource = this.resources.get(path) ?? { path: patternOf(path), methods: [] };
    resource.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
    this.resources.set(path, resource);
  }
}

function operationsOf(controller: Type): { path: string; method: string }[] {
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  const prototype = controller.prototype as object;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof handler !== 'function') return [];
    const method: unknown = Reflect.getMetadata(METHOD_METADATA, handler);
    const path: unknown = Reflect.getMetadata(PATH_METADATA, handler);
    if (typeof method !== 'number' || typeof path !== 'string') return [];
    return [
      { path: [base, path].filter((part) => part !== '/').join('/'), method: RequestMethod[method] ?? '' },
    ];
  });
}

/** The path with its parameters standing for one segment each. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^/${path.replaceAll(/\/+/g, '/').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
