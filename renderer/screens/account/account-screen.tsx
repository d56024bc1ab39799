import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { userQuery } from '../../api/queries/users.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import styles from './account.module.css';
import { NewPassword } from './new-password.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { accountTexts } from './texts.ts';

/** The person's own profile, password and sign-ins. */
export function AccountScreen(): ReactElement {
  const user = useQuery(userQuery);
  useTitle(accountTexts.title);
  if (user.error) return <FailedNotice error={user.error} retry={() => void user.refetch()} />;
  if (user.data === undefined) return <LoadingPage />;
  return (
    <div className={styles.account}>
      <h1>{accountTexts.title}</h1>
      {user.data === null ? (
        <p>{accountTexts.nobody}</p>
      ) : (
        <>
          <ProfileForm key={user.data.userid} user={user.data} />
          <NewPassword />
          <SignOutEverywhere userid={user.data.userid} />
        </>
      )}
    </div>
  );
}
