import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Camera {
  /** The element that shows the camera's picture. */
  video: RefObject<HTMLVideoElement | null>;
  /** True if `video` shows a picture. */
  running: boolean;
  failure: unknown;
}

/** Runs the rear camera, without sound, while the component is mounted. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const show = useEffectEvent((stream: MediaStream) => {
    if (!video.current) return;
    // Until then there is no picture to take or read.
    video.current.addEventListener('loadeddata', () => setRunning(true), { once: true });
    video.current.srcObject = stream;
  });
  const fail = useEffectEvent((error: unknown) => setFailure(error));
  useEffect(() => {
    const wanted = new AbortController();
    let stream: MediaStream | undefined;
    const open = async (): Promise<void> => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { width: { ideal: 1920 }, facingMode: 'environment' },
        });
        if (wanted.signal.aborted) stop(stream);
        else show(stream);
      } catch (error) {
        fail(error);
      }
    };
    void open();
    return () => {
      wanted.abort();
      if (stream) stop(stream);
    };
  }, []);
  return { video, running, failure };
}

/** Returns whether this machine has a camera; false on a page without a secure context. */
export function useHasCamera(): boolean {
  const { data = false } = useQuery({
    queryKey: ['camera'],
    queryFn: async () => {
      const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
      return devices.some(({ kind }) => kind === 'videoinput');
    },
    staleTime: 10_000,
  });
  return data;
}

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
