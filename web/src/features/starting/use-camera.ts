import { type RefObject, useEffect, useState } from 'react';

type CameraState = 'opening' | 'on' | 'denied' | 'missing' | 'insecure';

interface Camera {
  state: CameraState;
  /** Switches the lamp, where the camera has one. */
  setTorch?: (on: boolean) => Promise<void>;
}

const wanted: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

const refusalOf = (error: unknown): CameraState =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'missing';

function torchOf(stream: MediaStream): Camera['setTorch'] {
  const [track] = stream.getVideoTracks();
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!track || !can?.torch) return undefined;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

/** Shows the camera at the back in the video as long as the component is there. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [camera, setCamera] = useState<Camera>({ state: 'opening' });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let left = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async (devices: MediaDevices) => {
      stream = await devices.getUserMedia(wanted);
      if (left || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setCamera({ state: 'on', setTorch: torchOf(stream) });
    };
    // Browsers hide the camera from pages that came over plain http.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    if (devices) void open(devices).catch((error: unknown) => !left && setCamera({ state: refusalOf(error) }));
    else setCamera({ state: 'insecure' });
    return () => {
      left = true;
      stop();
    };
  }, [video]);
  return camera;
}
