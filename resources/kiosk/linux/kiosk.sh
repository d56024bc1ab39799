#!/bin/sh
# Makes a machine with systemd start nothing but Benchside, and undoes it. Run it again after changing an option: the
# result is the same as of a first run. DESTDIR=FOLDER only writes the files, below FOLDER.
set -eu

app=/opt/Benchside/benchside
account=benchside-kiosk
display=cage
data=
site=
action=install

usage() {
	cat <<'END'
usage: kiosk.sh [--app PROGRAM] [--account NAME] [--x11] [--data FOLDER] [--site ADDRESS]
       kiosk.sh --undo      takes everything back; the account and its data stay
       kiosk.sh --check     says what is in place

--app      the program, /opt/Benchside/benchside unless given
--account  the account it runs under, made where there is none: benchside-kiosk
--x11      a bare X server instead of the Wayland compositor cage
--data     data folder, in the account's home unless given
--site     address of the site, needed the first time
END
}

fail() {
	printf 'kiosk.sh: %s\n' "$1" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	case $1 in
	--app | --account | --data | --site)
		[ $# -ge 2 ] || fail "$1 needs a value"
		case $1 in
		--app) app=$2 ;;
		--account) account=$2 ;;
		--data) data=$2 ;;
		--site) site=$2 ;;
		esac
		shift
		;;
	--x11) display=x11 ;;
	--undo) action=undo ;;
	--check) action=check ;;
	--help | -h)
		usage
		exit 0
		;;
	*)
		usage >&2
		exit 64
		;;
	esac
	shift
done

root=${DESTDIR:-}
unit=$root/etc/systemd/system/benchside-kiosk.service
logind=$root/etc/systemd/logind.conf.d/benchside-kiosk.conf
sysctl=$root/etc/sysctl.d/60-benchside-kiosk.conf
xorg=$root/etc/X11/xorg.conf.d/60-benchside-kiosk.conf
# What was there before, for --undo.
before=$root/var/lib/benchside-kiosk-setup

for value in "$app" "$account" "$data" "$site"; do
	case $value in
	*[\"\\\$]*) fail "this cannot be part of a unit file: $value" ;;
	esac
done

# Does something to the running system; nothing where only files are written.
system() {
	[ -n "$root" ] || "$@"
}

write() {
	mkdir -p "$(dirname "$1")"
	cat >"$1.new"
	mv "$1.new" "$1"
}

# One word of ExecStart: systemd expands %, and splits at spaces.
word() {
	printf '"%s"' "$(printf '%s' "$1" | sed 's/%/%%/g')"
}

command_line() {
	printf '%s --kiosk' "$(word "$app")"
	if [ "$display" = cage ]; then printf ' --ozone-platform=wayland'; fi
	if [ -n "$data" ]; then printf ' --data %s' "$(word "$data")"; fi
	if [ -n "$site" ]; then printf ' --site %s' "$(word "$site")"; fi
}

write_unit() {
	if [ "$display" = cage ]; then
		start="/usr/bin/cage -- $(command_line)"
		session=wayland
	else
		start="/usr/bin/xinit $(command_line) -- :0 vt1 -nolisten tcp -keeptty"
		session=x11
	fi
	write "$unit" <<END
[Unit]
Description=Benchside, alone on this screen
Wants=dbus.socket systemd-logind.service
After=dbus.socket systemd-logind.service systemd-user-sessions.service plymouth-quit-wait.service getty@tty1.service
Conflicts=getty@tty1.service
ConditionPathExists=/dev/tty0

[Service]
User=$account
PAMName=login
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
UtmpIdentifier=tty1
UtmpMode=user
Environment=XDG_SESSION_TYPE=$session
ExecStart=$start
Restart=always
RestartSec=2
TimeoutStopSec=20

[Install]
WantedBy=graphical.target
END
}

write_files() {
	write_unit
	# No terminal behind Ctrl+Alt+F2.
	write "$logind" <<'END'
[Login]
NAutoVTs=0
ReserveVT=0
HandlePowerKey=poweroff
END
	# No Magic SysRq.
	write "$sysctl" <<'END'
kernel.sysrq = 0
END
	if [ "$display" = x11 ]; then
		write "$xorg" <<'END'
Section "ServerFlags"
    Option "DontVTSwitch" "true"
    Option "DontZap" "true"
    Option "BlankTime" "0"
EndSection
END
	else
		rm -f "$xorg"
	fi
}

need() {
	[ -n "$root" ] || [ -x "$1" ] || fail "$1 is missing: $2"
}

install_kiosk() {
	need "$app" 'install Benchside first, or say where it is with --app'
	if [ "$display" = cage ]; then
		need /usr/bin/cage 'install the package cage, or use --x11'
	else
		need /usr/bin/xinit 'install the packages xinit and xserver-xorg'
		need /usr/bin/xprop 'install the package x11-utils; without it Benchside cannot see that it is locked'
	fi
	if [ -z "$root" ]; then
		getent passwd "$account" >/dev/null ||
			useradd --create-home --shell /usr/sbin/nologin --comment 'Benchside kiosk' "$account"
		if [ "$(id -u "$account")" -eq 0 ]; then fail 'the account must not be root'; fi
	fi
	mkdir -p "$before"
	if [ ! -e "$before/target" ]; then
		if [ -n "$root" ]; then
			printf 'graphical.target\n' >"$before/target"
		else
			systemctl get-default >"$before/target"
			if systemctl is-enabled --quiet display-manager.service 2>/dev/null; then
				basename "$(readlink -f /etc/systemd/system/display-manager.service)" >"$before/display-manager"
			fi
		fi
	fi
	write_files
	system systemctl daemon-reload
	system systemctl mask ctrl-alt-del.target
	if [ -e "$before/display-manager" ]; then system systemctl disable "$(cat "$before/display-manager")"; fi
	system systemctl set-default graphical.target
	system systemctl enable benchside-kiosk.service
	system sysctl --quiet --load "$sysctl"
	printf 'Benchside starts alone on this screen from the next start on. kiosk.sh --undo takes it back.\n'
}

undo_kiosk() {
	if [ ! -d "$before" ] && [ ! -e "$unit" ]; then
		printf 'There is nothing to undo.\n'
		return
	fi
	if [ -e "$unit" ]; then system systemctl disable benchside-kiosk.service; fi
	system systemctl unmask ctrl-alt-del.target
	if [ -s "$before/target" ]; then system systemctl set-default "$(cat "$before/target")"; fi
	if [ -s "$before/display-manager" ]; then system systemctl enable "$(cat "$before/display-manager")"; fi
	rm -f "$unit" "$logind" "$sysctl" "$xorg"
	rm -rf "$before"
	system systemctl daemon-reload
	printf 'The machine starts as before from the next start on. The account and its data are still there.\n'
}

check_kiosk() {
	missing=0
	for file in "$unit" "$logind" "$sysctl"; do
		if [ -e "$file" ]; then
			printf 'there     %s\n' "$file"
		else
			printf 'missing   %s\n' "$file"
			missing=1
		fi
	done
	exit "$missing"
}

if [ -z "$root" ] && [ "$action" != check ] && [ "$(id -u)" -ne 0 ]; then fail 'run it as root'; fi
case $action in
install) install_kiosk ;;
undo) undo_kiosk ;;
check) check_kiosk ;;
esac
