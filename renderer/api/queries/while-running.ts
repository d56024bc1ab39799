const everyMs = 700;

/** `refetchInterval` for the state of work on the server: refetches while it runs. */
export const whileRunning = ({ state }: { state: { data: { state: string } | undefined } }): number | false =>
  state.data?.state === 'running' ? everyMs : false;
