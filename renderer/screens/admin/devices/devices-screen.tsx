import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Device } from '../../../../shared/model/device.ts';
import { api } from '../../../api/client.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../hooks/page.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { DeviceCard } from './device-card.tsx';
import { byNeed } from './device-state.ts';
import { NameForm } from './name-form.tsx';
import overview from '../overview/overview.module.css';
import { devicesQuery } from '../../../api/queries/devices.ts';
import { deviceTexts as words } from './texts.ts';
import { useAct } from '../use-act.tsx';

export const DevicesScreen = (): ReactElement => (
  <AdminPage part="devices">{({ isAdmin }) => <DevicesPart mayName={isAdmin} />}</AdminPage>
);

function DevicesPart({ mayName }: { mayName: boolean }): ReactElement {
  const now = useNow();
  const devices = useQuery(devicesQuery);
  const { act, problem, toast } = useAct();
  if (devices.error) return <FailedNotice error={devices.error} retry={() => void devices.refetch()} />;
  if (!devices.data) return <LoadingRows />;
  return (
    <>
      {problem}
      <Devices
        devices={devices.data}
        now={now}
        onName={
          mayName
            ? ({ deviceid, name, own_name }, given) =>
                act({
                  run: () =>
                    api('PATCH /benchside/devices/{deviceid}', {
                      params: { deviceid },
                      body: { name: given },
                    }),
                  words: words.renamed(given ?? own_name ?? name),
                })
            : null
        }
        onForget={({ deviceid, name }) =>
          act({
            run: () => api('DELETE /benchside/devices/{deviceid}', { params: { deviceid } }),
            words: words.forgotten(name),
          })
        }
      />
      {toast}
    </>
  );
}

interface DevicesProps {
  devices: readonly Device[];
  now: number;
  /** Null for those who may not name desks. */
  onName: ((device: Device, name: string | null) => void) | null;
  onForget: (device: Device) => void;
}

function Devices({ devices, now, onName, onForget }: DevicesProps): ReactElement {
  const [named, setNamed] = useState<string | null>(null);
  return devices.length === 0 ? (
    <Notice icon={<IconDeviceDesktop size={40} />} title={words.none}>
      <p>{words.noneWhy}</p>
    </Notice>
  ) : (
    <>
      <p className={admin.lead}>{words.lead}</p>
      <ul className={overview.devices}>
        {byNeed(devices, now).map((device) => (
          <li key={device.deviceid}>
            <DeviceCard
              device={device}
              now={now}
              heading="h2"
              form={
                onName && named === device.deviceid ? (
                  <NameForm
                    device={device}
                    onName={(name) => {
                      onName(device, name);
                      setNamed(null);
                    }}
                    onCancel={() => setNamed(null)}
                  />
                ) : null
              }
            >
              {onName && named !== device.deviceid ? (
                <Button
                  variant="default"
                  className={admin.small}
                  aria-label={words.renameName(device.name)}
                  onClick={() => setNamed(device.deviceid)}
                >
                  {words.rename}
                </Button>
              ) : null}
              <Button
                variant="default"
                className={admin.small}
                aria-label={words.forgetName(device.name)}
                onClick={() => onForget(device)}
              >
                {words.forget}
              </Button>
            </DeviceCard>
          </li>
        ))}
      </ul>
    </>
  );
}
