# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""A Slurm cluster of one node on loopback, for any user, with all its files in one folder.

The machine's own Slurm and MUNGE are neither used nor changed: configuration, key, sockets and ports
are of this cluster. No cgroups, accounting or systemd: processes are followed by process group."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

# The node offers more than it may have (config_overrides): tasks start side by side on any machine.
CONFIGURATION = """
ClusterName=gaplight
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={controller_port}
SlurmdPort={node_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=10000
ReturnToService=2
MpiDefault=none
KillWait=1
MinJobAge=300
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} RealMemory=65536 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
"""
# From Slurm 24.05 on a node without cgroups says so here; earlier ones do not know the word.
CGROUP_CONFIGURATION = "CgroupPlugin=disabled\n"
WAIT_SECONDS = 120  # for what takes a second or two on an idle machine

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def daemon(name):
    """Path of a program: /usr/sbin is not in every user's PATH."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if path is None:
        raise AssertionError(f"{name} is missing: install slurmctld, slurmd, slurm-client and munge")
    return path


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def children():
    """Process ids of this process's children that have not been waited for, also the adopted ones."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        if int(fields[1]) == os.getpid():
            found.append(int(name))
    return found


class Cluster:
    """Use it in a with statement: its daemons and all that they started end with that."""

    def __init__(self, folder, processors):
        self.folder = folder
        self.user = pwd.getpwuid(os.getuid()).pw_name
        self.daemons = []
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("SLURM", "SBATCH"))}
        self.environment["SLURM_CONF"] = os.path.join(folder, "slurm.conf")
        for name in ("state", "spool"):
            os.mkdir(os.path.join(folder, name))
        controller_port, node_port = free_ports(2)
        self.write("slurm.conf", CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user=self.user, folder=folder,
            processors=processors, controller_port=controller_port, node_port=node_port))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def __enter__(self):
        # What a daemon leaves behind becomes a child of this process, which can end it.
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        try:
            version = self.run(daemon("slurmd"), "-V").stdout.split()[-1].split(".")
            if [int(part) for part in version[:2]] >= [24, 5]:
                self.write("cgroup.conf", CGROUP_CONFIGURATION)
            self.start_munge()
            self.start("slurmctld", "-D", "-c")
            self.start("slurmd", "-D")
            self.wait_until(lambda: "idle" in self.run("sinfo", "-h", "-o", "%t").stdout,
                            "the node is idle")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start_munge(self):
        key = os.path.join(self.folder, "munge.key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(os.urandom(1024))
        files = {name: os.path.join(self.folder, "munge." + name)
                 for name in ("socket", "pid", "log", "seed")}
        # --force: the folder of a test may lie where others write too (/tmp).
        self.start("munged", "--foreground", "--force", "--key-file", key,
                   "--socket", files["socket"], "--pid-file", files["pid"],
                   "--log-file", files["log"], "--seed-file", files["seed"])
        self.wait_until(lambda: os.path.exists(files["socket"]), "munged has its socket")

    def start(self, name, *arguments):
        with open(os.path.join(self.folder, name + ".out"), "wb") as log:
            self.daemons.append((name, subprocess.Popen(
                [daemon(name), *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
                # Also where this process is killed and cannot stop it.
                preexec_fn=lambda: LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))))

    def logs(self):
        text = ""
        for name, _ in self.daemons:
            with open(os.path.join(self.folder, name + ".out"), encoding="utf-8",
                      errors="replace") as file:
                text += f"--- {name}\n" + file.read()[-3000:]
        return text

    def wait_until(self, condition, what):
        end = time.monotonic() + WAIT_SECONDS
        while not condition():
            ended = [name for name, process in self.daemons if process.poll() is not None]
            if ended or time.monotonic() > end:
                raise AssertionError(f"not so: {what}; ended: {ended}\n{self.logs()}")
            time.sleep(0.1)

    def run(self, *command, **environment):
        """A command with the cluster's configuration, and what else it gets in its environment."""
        return subprocess.run(command, env={**self.environment, **environment}, cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=WAIT_SECONDS)

    def stop(self):
        """The node before its controller, then what they left: steps of jobs that did not end."""
        for name, process in reversed(self.daemons):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.daemons = []
        while left := children():  # those of a child that is killed come next
            for child in left:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
