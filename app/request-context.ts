import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts about the HTTP request that is being answered. Log lines and metrics name it. */
export interface RequestContext {
  /** From a trusted proxy, otherwise made here; answered as `X-Request-Id` with errors, and behind a proxy with everything. */
  readonly id: string;
  /** Route of the endpoint, such as `GET /guides/{guideid}`; absent outside the API. */
  route?: string;
}

export const requestIdHeader = 'X-Request-Id';

const contexts = new AsyncLocalStorage<RequestContext>();

/** Runs a handler whose log lines name the request. */
export const withRequest = <T>(context: RequestContext, run: () => T): T => contexts.run(context, run);

/** Returns the request that is being answered, if the caller works for one. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore();

/** Names the endpoint that answers the current request. */
export function nameRoute(route: string): void {
  const context = currentRequest();
  if (context) context.route = route;
}
