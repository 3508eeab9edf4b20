// SPDX-License-Identifier: Apache-2.0
// In programs with a window and the thread sanitizer. The sanitizer cannot see into Qt, so it does
// not know that a function runs after another thread has posted it. The function of Qt by which
// our code posts is replaced here; it notes the order, then calls Qt's. Newer versions of Qt have
// another function there.
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

#include <QMetaObject>
#include <QObject>

#if QT_VERSION < QT_VERSION_CHECK(6, 6, 0)

namespace {

/// A function that was posted to an object, and notes when it is called and deleted.
class PostedSlot : public QtPrivate::QSlotObjectBase {
 public:
  explicit PostedSlot(QSlotObjectBase* slot) : QSlotObjectBase(&act), slot_(slot) {
    __tsan_release(this);
  }

 private:
  static void act(int what, QSlotObjectBase* self, QObject* receiver, void** arguments, bool*) {
    __tsan_acquire(self);
    auto* const posted = static_cast<PostedSlot*>(self);
    if (what == Call) {
      posted->slot_->call(receiver, arguments);
      __tsan_release(self);
    } else if (what == Destroy) {
      posted->slot_->destroyIfLastRef();
      delete posted;
    }
  }

  QSlotObjectBase* slot_;
};

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

bool QMetaObject::invokeMethodImpl(QObject* object, QtPrivate::QSlotObjectBase* slot,
                                   Qt::ConnectionType type, void* result) {
  using Invoke = bool(QObject*, QtPrivate::QSlotObjectBase*, Qt::ConnectionType, void*);
  static auto* const real = next<Invoke>(
      "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseE"
      "N2Qt14ConnectionTypeEPv");
  return real(object, new PostedSlot(slot), type, result);
}

#endif
