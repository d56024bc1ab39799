import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage, errorStatus } from '../../api/errors.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { goBack, navigate } from '../../state/navigation.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { isLeadAccount } from '../../api/queries/users.ts';
import { ForgotPassword } from './forgot-password.tsx';
import type { SignInProps } from './sign-in.tsx';
import { SignIn } from './sign-in.tsx';
import { signInTexts } from './texts.ts';

export function SignInScreen(): ReactElement {
  const client = useQueryClient();
  const info = useQuery(infoQuery);
  const sync = useQuery(syncQuery);
  const onHub = info.data?.profile === 'hub';
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api('POST /user/token', { body }),
    onSuccess: async (user) => {
      await client.invalidateQueries();
      if (!goBack()) navigate(onHub && isLeadAccount(user) ? paths.admin('overview') : paths.home);
    },
  });
  const [forgotten, setForgotten] = useState<string | null>(null);
  useTitle(signInTexts.title);
  const site =
    (onHub ? null : sync.data?.site) ?? (info.data ? { name: info.data.name, url: info.data.site } : null);
  return (
    <>
      <SignIn
        site={site}
        busy={signIn.isPending}
        kept={info.data?.keepsSignIn ?? true}
        onHub={onHub}
        isPrivate={info.data?.private ?? false}
        problem={signIn.error ? problemOf(signIn.error) : null}
        onSignIn={(email, password) => signIn.mutate({ email, password })}
        onForgot={setForgotten}
      />
      {forgotten === null ? null : <ForgotPassword email={forgotten} onClose={() => setForgotten(null)} />}
    </>
  );
}

/** Returns whether a site says no more than that the password is wrong (CONTRACT 2.3). */
const isPlainRefusal = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Invalid login';

function problemOf(error: unknown): SignInProps['problem'] {
  const status = errorStatus(error);
  if (status === 401 || status === 403)
    return { title: signInTexts.wrong, help: isPlainRefusal(error) ? null : errorMessage(error) };
  if (status === 503)
    return { title: signInTexts.unreachable, help: `${errorMessage(error)} ${signInTexts.unreachableHelp}` };
  return { title: errorMessage(error), help: null };
}
